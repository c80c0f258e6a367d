/** Characters of a data item's id: 32 bytes in base64url. */
const ID_CHARACTERS = 43;

/** The address that a gateway serves this file at. */
export const mediaAddress = (read: string, id: string): string => `${read}/${id}`;

/**
 * A stand-in until the metadata's address is known: of equal length, so that rent and gas match.
 */
export const standInAddress = (read: string): string =>
  mediaAddress(read, 'x'.repeat(ID_CHARACTERS));
