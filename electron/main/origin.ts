/** The scheme and the one host that the app's own pages come from. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://likeness';

/** True for a page of the app's own. `URL.origin` is 'null' for custom schemes in Node. */
export const isAppUrl = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return `${protocol}//${host}` === APP_ORIGIN && username === '' && password === '';
};
