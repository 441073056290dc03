import { randomUUID } from 'node:crypto';

/** The session's names for the phone's elements: the same element keeps its name while the session lasts. */
export class ElementIds {
  private readonly uids = new Map<string, string>();
  private readonly ids = new Map<string, string>();

  idOf(uid: string): string {
    const known = this.ids.get(uid);
    if (known !== undefined) return known;
    const id = `00000000-0000-${randomUUID().slice(14)}`;
    this.ids.set(uid, id);
    this.uids.set(id, uid);
    return id;
  }

  uidOf(id: string): string | undefined {
    return this.uids.get(id);
  }
}
