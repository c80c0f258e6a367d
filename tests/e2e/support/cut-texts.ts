import type { Page } from '@playwright/test';

/**
 * The texts of the open page that nobody can read to the end, one line for each: wider than the
 * page, cut off by an element that hides what doesn't fit, or written beyond the edge of their own
 * box. A text that ends in an ellipsis on purpose has a `title`. What scrolls can be read.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Half a pixel is rounding. */
    const SLACK = 1;
    const found = new Set<string>();
    const root = document.documentElement;
    const styleOf = (element: Element) => getComputedStyle(element);
    const short = (text: string): string => text.trim().replace(/\s+/g, ' ').slice(0, 60);
    const nameOf = (element: Element): string => {
      const names: string[] = [];
      for (let at: Element | null = element; at && names.length < 3; at = at.parentElement)
        names.unshift(
          `${at.localName}${[...at.classList].map((one) => `.${one.split('_')[1] ?? one}`).join('')}`,
        );
      return names.join(' > ');
    };
    const isHiddenVisually = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (at.clientWidth <= 1 && at.clientHeight <= 1 && styleOf(at).position === 'absolute')
          return true;
      return false;
    };
    const shows = (color: string): boolean => !/^transparent$|, 0\)$|\/ 0\)$/.test(color);
    const hasBox = (style: CSSStyleDeclaration): boolean =>
      shows(style.backgroundColor) ||
      style.backgroundImage !== 'none' ||
      (['Left', 'Right'] as const).some(
        (side) => parseFloat(style[`border${side}Width`]) > 0 && shows(style[`border${side}Color`]),
      );
    /** The element that an element is laid out in and clipped by. */
    const holderOf = (element: Element): Element | null => {
      const { position } = styleOf(element);
      if (position === 'fixed') return null;
      let at = element.parentElement;
      if (position === 'absolute')
        while (at && styleOf(at).position === 'static' && styleOf(at).transform === 'none')
          at = at.parentElement;
      return at;
    };
    const isShortened = (element: Element): boolean =>
      styleOf(element).textOverflow === 'ellipsis' && element.closest('[title]') !== null;

    if (root.scrollWidth > innerWidth)
      found.add(`the page is ${String(root.scrollWidth)} px wide, not ${String(innerWidth)}`);

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const parent = node.parentElement;
      if (!parent || node.data.trim() === '' || /^(script|style|option)$/.test(parent.localName))
        continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (isHiddenVisually(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const said = `“${short(node.data)}” in ${nameOf(parent)}`;
      for (const rect of range.getClientRects()) {
        if (rect.width === 0 || rect.height === 0) continue;
        // Letters fill the middle of their line box only.
        const spare = rect.height * 0.2;
        let [left, right] = [rect.left, rect.right];
        let [top, bottom] = [rect.top + spare, rect.bottom - spare];
        let boxed = false;
        for (let at: Element | null = parent; at && at !== root; at = holderOf(at)) {
          const style = styleOf(at);
          const box = at.getBoundingClientRect();
          if (style.display === 'contents') continue;
          const isInline = style.display === 'inline';
          if (!boxed && !isInline && hasBox(style)) {
            boxed = true;
            if (
              (left < box.left - SLACK || right > box.right + SLACK) &&
              style.overflowX === 'visible'
            )
              found.add(`${said} is wider than ${nameOf(at)}`);
            if (
              (top < box.top - SLACK || bottom > box.bottom + SLACK) &&
              style.overflowY === 'visible'
            )
              found.add(`${said} is taller than ${nameOf(at)}`);
          }
          if (isInline || at === document.body) continue;
          const inner = {
            left: box.left + at.clientLeft,
            right: box.right - at.clientLeft,
            top: box.top + at.clientTop,
            bottom: box.bottom - at.clientTop,
          };
          if (
            /hidden|clip/.test(style.overflowX) &&
            (left < inner.left - SLACK || right > inner.right + SLACK) &&
            !isShortened(at)
          )
            found.add(`${said} is cut at the side by ${nameOf(at)}`);
          if (
            /hidden|clip/.test(style.overflowY) &&
            (top < inner.top - SLACK || bottom > inner.bottom + SLACK) &&
            !isShortened(at)
          )
            found.add(`${said} is cut below by ${nameOf(at)}`);
          if (style.overflowX !== 'visible')
            [left, right] = [Math.max(left, inner.left), Math.min(right, inner.right)];
          if (style.overflowY !== 'visible')
            [top, bottom] = [Math.max(top, inner.top), Math.min(bottom, inner.bottom)];
          if (left >= right || top >= bottom) break;
        }
        if (left < right && (left < -SLACK || right > innerWidth + SLACK))
          found.add(`${said} leaves the page`);
      }
    }

    const canvas = document.createElement('canvas').getContext('2d');
    const widthOf = (text: string, style: CSSStyleDeclaration): number => {
      if (!canvas) throw new Error('no canvas');
      canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      return canvas.measureText(text).width;
    };
    for (const field of document.querySelectorAll<HTMLSelectElement | HTMLInputElement>(
      'select, input[placeholder]',
    )) {
      if (!field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const style = styleOf(field);
      const text =
        field instanceof HTMLSelectElement
          ? (field.selectedOptions[0]?.label ?? '')
          : field.value === ''
            ? field.placeholder
            : '';
      const room =
        field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (widthOf(text, style) > room + SLACK && field.clientWidth > 1)
        found.add(`“${short(text)}” is cut at the side by ${nameOf(field)}`);
    }
    return [...found];
  });
