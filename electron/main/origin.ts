/** Names the installed program to the system. */
export const APP_ID = 'app.likeness.desktop';
/** The scheme and the only host of the app's own pages. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://likeness';

/** True for one of the app's own pages. In Node, `URL.origin` is 'null' for custom schemes. */
export const isAppUrl = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return `${protocol}//${host}` === APP_ORIGIN && username === '' && password === '';
};
