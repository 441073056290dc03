const app = { required: ['appId'] } as const;

/** Paths of the Android drivers that the base driver does not know. */
export const newMethodMap = {
  '/session/:sessionId/appium/device/press_keycode': {
    POST: { command: 'pressKeyCode', payloadParams: { required: ['keycode'], optional: ['metastate', 'flags'] } },
  },
  '/session/:sessionId/appium/device/current_package': { GET: { command: 'getCurrentPackage' } },
  '/session/:sessionId/appium/device/current_activity': { GET: { command: 'getCurrentActivity' } },
  '/session/:sessionId/appium/device/display_density': { GET: { command: 'getDisplayDensity' } },
  '/session/:sessionId/appium/device/set_clipboard': {
    POST: { command: 'setClipboard', payloadParams: { required: ['content'], optional: ['contentType', 'label'] } },
  },
  '/session/:sessionId/appium/device/get_clipboard': { POST: { command: 'getClipboard', payloadParams: { optional: ['contentType'] } } },
} as const;

/** The `mobile:` commands, with the names and arguments of the UiAutomator2 driver. */
export const executeMethodMap = {
  'mobile: pressKey': {
    command: 'pressKeyCode',
    params: { required: ['keycode'], optional: ['metastate', 'flags', 'isLongPress', 'source'] },
  },
  'mobile: type': { command: 'mobileType', params: { required: ['text'] } },
  'mobile: replaceElementValue': { command: 'mobileReplaceElementValue', params: { required: ['elementId', 'text'] } },
  'mobile: performEditorAction': { command: 'mobilePerformEditorAction', params: { required: ['action'] } },
  'mobile: hideKeyboard': { command: 'hideKeyboard' },
  'mobile: isKeyboardShown': { command: 'isKeyboardShown' },
  'mobile: getCurrentPackage': { command: 'getCurrentPackage' },
  'mobile: getCurrentActivity': { command: 'getCurrentActivity' },
  'mobile: activateApp': { command: 'activateApp', params: app },
  'mobile: terminateApp': { command: 'terminateApp', params: { ...app, optional: ['timeout'] } },
  'mobile: queryAppState': { command: 'queryAppState', params: app },
  'mobile: isAppInstalled': { command: 'isAppInstalled', params: app },
  'mobile: listApps': { command: 'mobileListApps', params: { optional: ['user'] } },
  'mobile: deviceInfo': { command: 'mobileGetDeviceInfo' },
  'mobile: getDisplayDensity': { command: 'getDisplayDensity' },
  'mobile: getDeviceTime': { command: 'getDeviceTime', params: { optional: ['format'] } },
  'mobile: setClipboard': { command: 'setClipboard', params: { required: ['content'], optional: ['contentType', 'label'] } },
  'mobile: getClipboard': { command: 'getClipboard' },
  'mobile: acceptAlert': { command: 'postAcceptAlert', params: { optional: ['buttonLabel'] } },
  'mobile: dismissAlert': { command: 'postDismissAlert', params: { optional: ['buttonLabel'] } },
  'mobile: clickGesture': { command: 'mobileClickGesture', params: { optional: ['elementId', 'x', 'y'] } },
  'mobile: longClickGesture': { command: 'mobileLongClickGesture', params: { optional: ['elementId', 'x', 'y', 'duration'] } },
} as const;
