import type { ReactNode } from 'react';

export interface FactProps {
  readonly name: string;
  /** Of the value. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A name and its value, in a `dl`. */
export const Fact = ({ name, className, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={className}>{children}</dd>
  </div>
);
