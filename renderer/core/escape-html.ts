/** Escapes text for use between tags and inside double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => `&#${String(character.charCodeAt(0))};`);
