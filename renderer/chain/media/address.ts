/** Characters of a data item's id: 32 bytes in base64url. */
const ID_CHARACTERS = 43;

/** Where a gateway gives back the file with this id. */
export const mediaAddress = (read: string, id: string): string => `${read}/${id}`;

/** Stands for the metadata's address until that is known, of the same length: rent and gas are then the same. */
export const standInAddress = (read: string): string =>
  mediaAddress(read, 'x'.repeat(ID_CHARACTERS));
