import { APP_ORIGIN } from '../../electron/main/origin.ts';

/**
 * Chromium can't be given a custom scheme from outside, so requests to this origin are routed
 * instead.
 */
export const HOST_ORIGIN = 'https://likeness.invalid';

const swap = (url: string, from: string, to: string): string =>
  url === from || url.startsWith(`${from}/`) ? to + url.slice(from.length) : url;

/** The address that Electron would show: https://likeness.invalid/a -> app://likeness/a. */
export const toApp = (url: string): string => swap(url, HOST_ORIGIN, APP_ORIGIN);
export const toHost = (url: string): string => swap(url, APP_ORIGIN, HOST_ORIGIN);
