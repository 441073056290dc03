import type { AppData, Change, PhoneState } from '../phone-state.ts';
import { appState, keep } from './app.ts';

/** Typed access to what one app keeps on the phone. */
export interface Shelf<T extends object> {
  read(phone: PhoneState): T;
  /** Puts what `values` makes of the present content. */
  put(values: (data: T) => Partial<T>): Change;
}

/** The app's own `data()` fills the shelf on the first day; nobody else writes to it, so its type holds. */
export function shelf<T extends object>(app: string): Shelf<T> {
  const read = (phone: PhoneState): T => appState(phone, app).data as T;
  return { read, put: (values) => (phone) => keep(app, values(read(phone)) as AppData)(phone) };
}
