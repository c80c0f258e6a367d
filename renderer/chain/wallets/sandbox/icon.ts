import type { WalletIcon } from '@wallet-standard/core';

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#43389c"/><path d="M7 11h18v12H7z" fill="none" stroke="#fffdf9" stroke-width="2"/><path d="M18 15h7v4h-7z" fill="#fffdf9"/></svg>';

/** A data URL, as the Wallet Standard requires. */
export const icon: WalletIcon = `data:image/svg+xml;base64,${btoa(DRAWING)}`;
