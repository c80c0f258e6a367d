import { useId, type ReactNode } from 'react';

import t from './type.module.css';

/** A part of a page; its heading names it as a landmark, and links can lead to its `id`. */
export function Section({
  id,
  title,
  className,
  children,
}: {
  readonly id?: string;
  readonly title: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const own = useId();
  const name = id ?? own;
  return (
    <section aria-labelledby={name} className={className}>
      <h2 id={name} className={t.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
