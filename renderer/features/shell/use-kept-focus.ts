import { useEffect } from 'react';

/** True if the element can't keep the focus: removed, hidden or disabled. */
const isGone = (element: Element): boolean =>
  !element.isConnected || !element.checkVisibility() || element.matches(':disabled, [inert] *');

/** A part's heading gets the focus; a part without one gets it itself. */
const HEADING = 'h1, h2, h3';

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) found.push(at);
  return found;
}

/** Focuses an element that isn't a control, for as long as it has the focus. */
function visit(place: HTMLElement): void {
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

/**
 * Keeps the focus in place when a focused control disappears (a button that turns into a receipt,
 * say); the browser would move it to the start of the page. It goes to the nearest surviving part
 * around the control, to its heading if it has one, so that the next Tab continues there.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last:
      | { readonly element: Element; readonly around: readonly Element[]; path: string }
      | undefined;
    const focused = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target !== document.body)
        last = { element: target, around: ancestorsOf(target), path: location.pathname };
    };
    // A press outside all controls gives the focus up on purpose.
    const pressed = (): void => {
      last = undefined;
    };
    const check = (): void => {
      if (!last || document.activeElement !== document.body || !isGone(last.element)) return;
      const { around, path } = last;
      last = undefined;
      // A new page focuses its own heading.
      if (path !== location.pathname) return;
      const main = document.querySelector('main');
      // An empty part, such as the list of toasts after the last one, is no place for the focus.
      const part = around.find(
        (one) => one !== document.documentElement && !isGone(one) && one.textContent.trim() !== '',
      );
      const place = main && (!part || part.contains(main)) ? main : part;
      if (place instanceof HTMLElement) visit(place.querySelector<HTMLElement>(HEADING) ?? place);
    };
    let timer: number | undefined;
    // Waits a moment, because a closing dialog returns the focus by itself.
    const watch = new MutationObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(check);
    });
    watch.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
    });
    document.addEventListener('focusin', focused);
    document.addEventListener('pointerdown', pressed, true);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
      document.removeEventListener('focusin', focused);
      document.removeEventListener('pointerdown', pressed, true);
    };
  }, []);
}
