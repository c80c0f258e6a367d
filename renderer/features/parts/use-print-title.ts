import { useLayoutEffect } from 'react';

/**
 * Gives the page this title while it is printed: browsers print the title above the page, suggest
 * it as a PDF's name, and write it into the PDF. A layout effect, so that the title is in place as
 * soon as the page can be seen.
 */
export function usePrintTitle(title: string): void {
  useLayoutEffect(() => {
    let usual = '';
    const begin = (): void => {
      usual = document.title;
      document.title = title;
    };
    const end = (): void => {
      document.title = usual;
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, [title]);
}
