/** Where the host's own remarks go; never page text, typed text or keys. Must not throw. */
export type Log = (event: string, fields?: Readonly<Record<string, string | number | boolean | null>>) => void;

export const silentLog: Log = () => undefined;
