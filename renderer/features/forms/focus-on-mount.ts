/** As a `ref`: takes the focus to what has just replaced a form, so that it is read out. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
