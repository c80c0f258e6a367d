import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Film } from '../../ui/film.tsx';

/** Whole strips in either column count; far below a thousand pictures at once. */
const FRAMES_PER_SECTION = 24;
/** Sections nearer to the window than this are there before one scrolls to them. */
const AHEAD = '1200px 0px';

export interface SheetProps<T> {
  readonly label: string;
  readonly entries: readonly T[];
  readonly frame: (entry: T) => ReactNode;
}

/**
 * A contact sheet of any length: only the sections near the window hold their frames (and their
 * pictures' addresses); the others keep their height.
 */
export function Sheet<T>({ label, entries, frame }: SheetProps<T>) {
  const sections = Array.from(
    { length: Math.ceil(entries.length / FRAMES_PER_SECTION) },
    (_, section) => {
      const from = section * FRAMES_PER_SECTION;
      return entries.slice(from, from + FRAMES_PER_SECTION);
    },
  );
  return (
    <div>
      {sections.map((frames, section) => (
        <Section key={section} count={frames.length} first={section === 0}>
          {() => (
            <Film
              label={
                sections.length === 1
                  ? label
                  : `${label}, part ${String(section + 1)} of ${String(sections.length)}`
              }
            >
              {frames.map(frame)}
            </Film>
          )}
        </Section>
      ))}
    </div>
  );
}

function Section({
  count,
  first,
  children,
}: {
  count: number;
  first: boolean;
  children: () => ReactNode;
}) {
  const [near, setNear] = useState(first);
  const [height, setHeight] = useState<number>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (told) => {
        // A busy page is told of several moments at once: only the last one still holds, and no more may come.
        const seen = told.at(-1);
        if (!seen) return;
        if (!seen.isIntersecting && seen.boundingClientRect.height > 0)
          setHeight(seen.boundingClientRect.height);
        setNear(seen.isIntersecting);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // Until it was seen once: four across, each as tall as wide with its caption.
  const guess = `calc(${String(Math.ceil(count / 4))} * 460px)`;
  return (
    <div
      ref={place}
      style={near ? {} : { height: height === undefined ? guess : `${String(height)}px` }}
    >
      {near && children()}
    </div>
  );
}
