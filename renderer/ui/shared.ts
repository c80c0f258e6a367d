/** The classes that screens and components share. */
export { default as ui } from './shared.module.css';

/** Joins class names, skipping the falsy ones. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
