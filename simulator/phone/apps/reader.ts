import { label } from '../labels/label.ts';
import type { PhoneState } from '../phone-state.ts';
import type { ListScreen, Screen, WebBlock } from '../screen.ts';
import { type App, goBack, open, placeOf, screenKey } from './app.ts';

const id = 'reader';

interface Article {
  readonly key: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Keys of the articles it links to. */
  readonly links: readonly string[];
}

const articles: readonly Article[] = [
  {
    key: 'lighthouse',
    title: 'The lighthouse at North Point',
    paragraphs: [
      'The lighthouse at North Point was built in 1871 and is 38 metres tall.',
      'Its keeper climbed 212 steps every evening until the lamp was made automatic in 1964.',
      'Visitors are welcome on the first Sunday of every month.',
    ],
    links: ['harbor', 'bread'],
  },
  {
    key: 'harbor',
    title: 'A short history of the harbor',
    paragraphs: [
      'The harbor froze over in the winter of 1895.',
      'A ferry has crossed it since 1902; the trip takes 25 minutes and costs 4 dollars.',
    ],
    links: ['lighthouse'],
  },
  {
    key: 'bread',
    title: 'Bread without kneading',
    paragraphs: [
      'Mix 400 grams of flour, 8 grams of salt, a pinch of yeast and 300 grams of water.',
      'Let it rest for 18 hours, then bake it for 45 minutes at 230 degrees.',
    ],
    links: [],
  },
];

const titleOf = (key: string): string => articles.find((article) => article.key === key)?.title ?? key;

const frame = (phone: PhoneState, title: string): Omit<ListScreen, 'items'> => ({
  kind: 'list',
  key: screenKey(id, placeOf(phone, id)),
  title,
  dialog: null,
  back: goBack(id),
  actions: [],
  footer: [],
  onKeyboard: 'resize',
});

function page(phone: PhoneState, article: Article): ListScreen {
  const blocks: WebBlock[] = [
    { key: 'heading', kind: 'heading', text: article.title },
    ...article.paragraphs.map((text, i): WebBlock => ({ key: `p${i}`, kind: 'paragraph', text })),
    ...article.links.map((key): WebBlock => ({ key: `to_${key}`, kind: 'link', text: titleOf(key), tap: open(id, 'article', key) })),
  ];
  return {
    ...frame(phone, label(phone, 'a.reader')),
    up: goBack(id),
    items: [{ kind: 'web', key: article.key, title: article.title, blocks }],
  };
}

function screen(phone: PhoneState): Screen {
  const { screen: name, arg } = placeOf(phone, id);
  const article = name === 'article' ? articles.find(({ key }) => key === arg) : undefined;
  if (article !== undefined) return page(phone, article);
  return {
    ...frame(phone, label(phone, 'a.reader')),
    items: articles.map(({ key, title }) => ({ kind: 'row', key, title, icon: 'book', tap: open(id, 'article', key) })),
  };
}

/** Articles as web pages that link to each other. Their words are data, not labels. */
export const reader: App = {
  id,
  data: () => ({}),
  screen,
  facts: (phone) => ({ article: placeOf(phone, id).screen === 'article' ? titleOf(placeOf(phone, id).arg ?? '') : null }),
};
