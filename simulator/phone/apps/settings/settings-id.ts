export const settingsId = 'settings';
