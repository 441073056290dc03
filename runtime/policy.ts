import type { Episode } from '../world/episode.ts';
import type { EffectClass } from '../world/episode-event.ts';
import type { PageElement } from '../world/page.ts';
import type { PlannedAct } from '../world/planned-step.ts';
import type { Policy, PolicyVerdict } from './ports.ts';

const looking: ReadonlySet<string> = new Set(['scroll', 'scroll_to', 'wait', 'hide_keyboard', 'back', 'home', 'dismiss_dialog']);

/** Words on a control, or on the dialog around it, that mean something cannot be taken back. Whole words, several languages. */
const irreversibleWords = [
  'pay',
  'buy',
  'purchase',
  'order',
  'send',
  'delete',
  'erase',
  'remove',
  'uninstall',
  'install',
  'allow',
  'grant',
  'reset',
  'wipe',
  'transfer',
  'subscribe',
  'bezahlen',
  'kaufen',
  'senden',
  'löschen',
  'entfernen',
  'installieren',
  'deinstallieren',
  'zulassen',
  'zurücksetzen',
  'pagar',
  'comprar',
  'enviar',
  'eliminar',
  'borrar',
  'excluir',
  'apagar',
  'instalar',
  'desinstalar',
  'permitir',
  'restablecer',
  'payer',
  'acheter',
  'envoyer',
  'supprimer',
  'installer',
  'désinstaller',
  'autoriser',
  'réinitialiser',
];
const irreversibleWord = new RegExp(`(?<!\\p{L})(${irreversibleWords.join('|')})(?!\\p{L})`, 'iu');
const irreversibleCjk = /支付|付款|购买|發送|发送|删除|刪除|卸载|安装|允许|送信|削除|購入|支払|インストール|許可/u;

/**
 * The careful default: on a real device whatever cannot be taken back is asked about first, and so is repeating such an
 * action whose effect is unknown. A simulated device may do anything. Classes come from tool, target and page, never from the model's words (rule S4).
 */
export const carefulPolicy: Policy = {
  judge(step, target, episode): PolicyVerdict {
    const effectClass = classify(step, target, episode);
    if (episode.device?.simulated === true) return { verdict: 'allow', rule: 'simulated-device', effectClass };
    if (effectClass === 'irreversible') return { verdict: 'ask', rule: 'irreversible', effectClass };
    if (effectClass !== 'read' && repeatsUnknown(step, episode)) return { verdict: 'ask', rule: 'repeat-of-unknown-effect', effectClass };
    return { verdict: 'allow', rule: 'default', effectClass };
  },
};

function classify({ action }: PlannedAct, target: PageElement | null, episode: Episode): EffectClass {
  if (looking.has(action.name)) return 'read';
  const onDialog =
    action.name === 'accept_dialog' ? [episode.page?.dialog ?? '', ...(episode.page?.elements.map((element) => element.label) ?? [])] : [];
  const words = [target?.label ?? '', ...onDialog].join(' ');
  const acts = action.name === 'tap' || action.name === 'long_press' || action.name === 'accept_dialog';
  if (acts && (irreversibleWord.test(words) || irreversibleCjk.test(words))) return 'irreversible';
  if (action.name === 'type_text' && action.submit === true) return 'external';
  return 'reversible';
}

/** The last try of the same action ended without anybody knowing whether it happened. */
function repeatsUnknown({ action }: PlannedAct, { history }: Episode): boolean {
  const last = history.at(-1);
  return last !== undefined && last.effect === 'unknown' && JSON.stringify(last.args) === JSON.stringify(action);
}
