import { label } from '../../labels/label.ts';
import { type Change, inOrder, type PhoneState } from '../../phone-state.ts';
import type { Dialog } from '../../screen.ts';
import { appState, closeDialog, draftDialog, keep, toast } from '../app.ts';
import { changeSetting } from './change-setting.ts';
import { definitionOf, initialSettings, isSettingKey, type SettingKey } from './definitions.ts';
import { languageName } from './languages.ts';
import { settingsId } from './settings-id.ts';

const close = closeDialog(settingsId);

const cancelButton = (phone: PhoneState) => ({ key: 'negative', title: label(phone, 'w.cancel'), tap: close });

function settingDialog(phone: PhoneState, key: SettingKey, draft: string): Dialog {
  const definition = definitionOf(key);
  const title = label(phone, definition.label);
  if (definition.kind === 'choice') {
    const choices = definition.options.map((option) => ({
      key: option.value,
      title: label(phone, option.label),
      on: phone.settings[key] === option.value,
      tap: inOrder(changeSetting(key, option.value), close),
    }));
    return { key: `setting:${key}`, title, choices, buttons: [cancelButton(phone)], dismiss: close };
  }
  const tooShort = definition.kind === 'words' && draft.length < (definition.atLeast ?? 0);
  const save: Change = inOrder(changeSetting(key, draft), close);
  return {
    key: `setting:${key}`,
    title,
    ...(key === 'device_name' ? { message: label(phone, 'n.device_name') } : {}),
    field: {
      key: 'edit',
      hint: label(phone, definition.kind === 'words' ? definition.hint : 'n.name_hint'),
      value: draft,
      password: definition.kind === 'words' && definition.secret === true,
      change: (text) => draftDialog(settingsId, text),
      ...(tooShort ? {} : { submit: save }),
    },
    buttons: [cancelButton(phone), { key: 'positive', title: label(phone, 'w.ok'), tap: save, disabled: tooShort }],
    dismiss: close,
  };
}

const resetNetwork: Change = (phone) => {
  const fresh = initialSettings();
  const keys = ['wifi', 'mobile_data', 'airplane_mode', 'bluetooth', 'hotspot', 'data_saver', 'private_dns'];
  const settings = { ...phone.settings, ...Object.fromEntries(keys.map((key) => [key, fresh[key] ?? false])) };
  return inOrder(close, toast(label(phone, 'n.network_reset_toast')))({ ...phone, settings });
};

const eraseAll: Change = (phone) => close({ ...phone, settings: { ...initialSettings(), time_zone: 'london' }, permissions: {} });

/** The dialog that lies over Settings, if one does. */
export function dialogOf(phone: PhoneState): Dialog | null {
  const { dialog } = appState(phone, settingsId);
  if (dialog === null) return null;
  const draft = dialog.draft ?? '';
  const arg = dialog.arg ?? '';
  switch (dialog.name) {
    case 'setting':
      return isSettingKey(arg) ? settingDialog(phone, arg, draft) : null;
    case 'network':
      return {
        key: `network:${arg}`,
        title: arg,
        field: {
          key: 'password',
          hint: label(phone, 'n.wifi_password'),
          value: draft,
          password: true,
          change: (text) => draftDialog(settingsId, text),
        },
        buttons: [
          cancelButton(phone),
          {
            key: 'positive',
            title: label(phone, 'w.connect'),
            disabled: draft.length < 8,
            tap: inOrder(keep(settingsId, { network: arg }), close),
          },
        ],
        dismiss: close,
      };
    case 'language':
      return {
        key: `language:${arg}`,
        title: label(phone, 'n.change_language', { language: languageName(arg) }),
        message: label(phone, 'n.change_language.more'),
        buttons: [
          cancelButton(phone),
          { key: 'positive', title: label(phone, 'w.change'), tap: inOrder((now) => ({ ...now, locale: arg }), close) },
        ],
        dismiss: close,
      };
    case 'reset_network':
      return {
        key: 'reset_network',
        title: label(phone, 'i.reset_network'),
        message: label(phone, 'n.reset_network'),
        buttons: [cancelButton(phone), { key: 'positive', title: label(phone, 'w.reset'), tap: resetNetwork }],
        dismiss: close,
      };
    case 'erase_all':
      return {
        key: 'erase_all',
        title: label(phone, 'i.erase_all'),
        message: label(phone, 'n.erase_all'),
        buttons: [cancelButton(phone), { key: 'positive', title: label(phone, 'w.erase'), tap: eraseAll }],
        dismiss: close,
      };
    default:
      return null;
  }
}
