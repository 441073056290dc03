import type { Change } from './phone-state.ts';

/** A picture sign; drawn by render/icons.ts. */
export type IconName =
  | 'wifi'
  | 'bluetooth'
  | 'apps'
  | 'bell'
  | 'battery'
  | 'storage'
  | 'sound'
  | 'display'
  | 'accessibility'
  | 'lock'
  | 'eye'
  | 'pin'
  | 'gear'
  | 'info'
  | 'plane'
  | 'signal'
  | 'hotspot'
  | 'saver'
  | 'search'
  | 'mic'
  | 'close'
  | 'back'
  | 'more'
  | 'globe'
  | 'keyboard'
  | 'clock'
  | 'refresh'
  | 'phone'
  | 'message'
  | 'person'
  | 'note'
  | 'calendar'
  | 'cart'
  | 'folder'
  | 'book'
  | 'plus'
  | 'trash'
  | 'pen'
  | 'send'
  | 'check'
  | 'game'
  | 'star'
  | 'usb'
  | 'share'
  | 'shift'
  | 'backspace';

/** A field to type in. `change` receives the whole new text. */
export interface Field {
  readonly key: string;
  readonly label?: string;
  readonly hint?: string;
  readonly value: string;
  readonly change: (text: string) => Change;
  /** What the keyboard's action key does. */
  readonly submit?: Change;
  readonly password?: boolean;
  readonly multiline?: boolean;
  readonly keyboard?: 'text' | 'number';
  readonly id?: string;
}

interface Row {
  /** Stable on its screen, whatever the labels. */
  readonly key: string;
  readonly title: string;
  readonly summary?: string;
  readonly icon?: IconName;
  readonly disabled?: boolean;
}

/** What a screen is made of, in the words of no particular skin. */
export type Item =
  | (Row & { readonly kind: 'row'; readonly tap?: Change; readonly hold?: Change; readonly value?: string })
  /** `tap`, when given, opens something else; then only the switch itself toggles. */
  | (Row & { readonly kind: 'switch'; readonly on: boolean; readonly toggle: Change; readonly tap?: Change })
  | (Row & { readonly kind: 'slider'; readonly value: number; readonly max: number; readonly slide: (value: number) => Change })
  | (Row & { readonly kind: 'radio'; readonly on: boolean; readonly tap: Change })
  | (Row & { readonly kind: 'check'; readonly on: boolean; readonly toggle: Change })
  | { readonly kind: 'header'; readonly key: string; readonly title: string }
  | { readonly kind: 'text'; readonly key: string; readonly text: string }
  | {
      readonly kind: 'button';
      readonly key: string;
      readonly title: string;
      readonly tap: Change;
      readonly disabled?: boolean;
      readonly id?: string;
    }
  | { readonly kind: 'field'; readonly key: string; readonly field: Field }
  /** A web page inside the app. */
  | { readonly kind: 'web'; readonly key: string; readonly title: string; readonly blocks: readonly WebBlock[] }
  /** A drawing that takes touches and has nothing in the tree; places are parts of its width and height. */
  | {
      readonly kind: 'canvas';
      readonly key: string;
      readonly caption: string;
      readonly dots: readonly Dot[];
      readonly touch: (x: number, y: number) => Change;
    };

export interface WebBlock {
  readonly key: string;
  readonly kind: 'heading' | 'paragraph' | 'link';
  readonly text: string;
  readonly tap?: Change;
}

export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly colour: string;
}

/** A button in the bar at the top. */
export interface BarAction {
  readonly key: string;
  readonly label: string;
  readonly icon: IconName;
  readonly tap: Change;
}

export interface DialogButton {
  readonly key: string;
  readonly title: string;
  readonly tap: Change;
  readonly disabled?: boolean;
}

export interface Dialog {
  readonly key: string;
  readonly title?: string;
  readonly message?: string;
  /** With `on` one of several is chosen; without it each is a thing to do. */
  readonly choices?: readonly { readonly key: string; readonly title: string; readonly on?: boolean; readonly tap: Change }[];
  readonly field?: Field;
  readonly buttons: readonly DialogButton[];
  /** What Back and a touch beside it do. */
  readonly dismiss: Change;
}

interface ScreenFrame {
  /** Stable name, such as `settings/network`. */
  readonly key: string;
  readonly dialog: Dialog | null;
  /** What Back does when nothing lies over the screen. */
  readonly back: Change;
}

/** A page with a bar, a list that scrolls, and perhaps something fixed below it. */
export interface ListScreen extends ScreenFrame {
  readonly kind: 'list';
  readonly title: string;
  /** Missing on an app's first page. */
  readonly up?: Change;
  readonly actions: readonly BarAction[];
  /** A field in the bar in place of the title. */
  readonly search?: Field;
  /** A first page that is entered by a search bar over the list. */
  readonly searchBar?: { readonly label: string; readonly tap: Change };
  readonly items: readonly Item[];
  /** Stays at the bottom edge. */
  readonly footer: readonly Extract<Item, { kind: 'button' | 'field' }>[];
  /** A round button over the list, at its lower right. */
  readonly floating?: BarAction;
  readonly tabs?: readonly {
    readonly key: string;
    readonly title: string;
    readonly icon: IconName;
    readonly on: boolean;
    readonly tap: Change;
  }[];
  /** As Android's adjustResize and adjustNothing: what the keyboard does to the page. */
  readonly onKeyboard: 'resize' | 'nothing';
}

export interface AppIcon {
  readonly key: string;
  readonly label: string;
  readonly icon: IconName;
  readonly colour: string;
  readonly tap: Change;
}

/** The home screen: pages of icons, a dock, a drawer that is pulled up. */
export interface HomeScreen extends ScreenFrame {
  readonly kind: 'home';
  readonly date: string;
  readonly icons: readonly AppIcon[];
  readonly dock: readonly AppIcon[];
  readonly openDrawer: Change;
  readonly search: { readonly label: string; readonly tap: Change };
}

export interface DrawerScreen extends ScreenFrame {
  readonly kind: 'drawer';
  readonly search: Field;
  readonly icons: readonly AppIcon[];
  readonly close: Change;
}

export type Screen = ListScreen | HomeScreen | DrawerScreen;
