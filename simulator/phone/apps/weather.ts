import { label } from '../labels/label.ts';
import type { PhoneState } from '../phone-state.ts';
import { hash, randomFrom } from '../random.ts';
import type { Screen } from '../screen.ts';
import { type App, askFor, goBack, screenKey } from './app.ts';
import { dateInWords } from './settings/facts.ts';

const id = 'weather';

function days(phone: PhoneState): Screen {
  const random = randomFrom(phone.seed ^ hash(id));
  const items = Array.from({ length: 10 }, (_, i) => ({
    kind: 'row' as const,
    key: `day${i}`,
    title: dateInWords({ ...phone, now: phone.now + i * 86_400_000 }, 'short'),
    summary: `${Math.round(4 + random() * 14)} ° – ${Math.round(18 + random() * 12)} °`,
    icon: 'star' as const,
  }));
  return {
    kind: 'list',
    key: screenKey(id, { screen: 'days' }),
    title: label(phone, 'a.weather'),
    dialog: null,
    back: goBack(id),
    actions: [],
    items,
    footer: [],
    onKeyboard: 'resize',
  };
}

/** Ten days of weather that the seed made; asks for the location on its first start. */
export const weather: App = { id, data: () => ({}), screen: days, opened: askFor(id, 'location') };
