/** The selector cannot be understood; the message says where. */
export class BadSelector extends Error {}
