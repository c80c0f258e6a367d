import { withoutIsolates } from '../i18n/isolate.ts';

/** Copies a selection without the invisible characters that hold its amounts and names together. */
export function copyPlainly(event: ClipboardEvent): void {
  const text = String(getSelection());
  const plain = withoutIsolates(text);
  if (plain === text || !event.clipboardData) return;
  event.clipboardData.setData('text/plain', plain);
  event.preventDefault();
}
