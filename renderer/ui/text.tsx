import {
  cloneElement,
  Fragment,
  isValidElement,
  useId,
  type ReactElement,
  type ReactNode,
} from 'react';

import { i18n } from '../i18n/index.ts';
import { ui } from './shared.ts';

/** '<link>the terms</link>', or an element without text, '<br/>'. */
const TAG = /<(\w+)>([\s\S]*?)<\/\1>|<(\w+)\/>/;

type Elements = Readonly<Record<string, ReactElement>>;

/** Elements that mean the same in every message; `hidden` is for screen readers only. */
const PLAIN: Elements = {
  b: <b />,
  br: <br />,
  code: <code />,
  em: <em />,
  hidden: <span className={ui.hidden} />,
  kbd: <kbd />,
  span: <span />,
};

function withElements(text: string, elements: Elements): ReactNode[] {
  const found = TAG.exec(text);
  const element = elements[found?.[1] ?? found?.[3] ?? ''];
  if (!found || !element) return [text];
  const within = found[2] === undefined ? [] : withElements(found[2], elements);
  return [
    text.slice(0, found.index),
    cloneElement(element, {}, ...within),
    ...withElements(text.slice(found.index + found[0].length), elements),
  ];
}

/**
 * A translated message with elements in it, plain ones or the given: '<b>Read</b> <link>the
 * terms</link>' with `components={{ link: <TextLink to="/terms" /> }}`. A value may be an element,
 * too.
 */
export function Trans({
  id,
  message,
  values = {},
  components = {},
}: {
  readonly id: string;
  /** The compiled message; the build adds it. */
  readonly message?: string;
  readonly values?: Readonly<Record<string, ReactNode>>;
  readonly components?: Elements;
}) {
  const elements: Record<string, ReactElement> = { ...PLAIN, ...components };
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (!isValidElement(value)) return [name, value];
      elements[name] = value as ReactElement;
      return [name, `<${name}/>`];
    }),
  );
  const text = i18n._(id, texts, message === undefined ? {} : { message });
  return withElements(text, elements).map((part, at) => <Fragment key={at}>{part}</Fragment>);
}

interface SectionProps {
  /** For links to it. */
  readonly id?: string;
  readonly title: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a screen, named by its heading. */
export function Section({ id, title, className, children }: SectionProps) {
  const own = useId();
  return (
    <section className={className} aria-labelledby={id ?? own}>
      <h2 id={id ?? own} className={ui.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Text for screen readers only. */
export const VisuallyHidden = ({ children }: { readonly children: ReactNode }) => (
  <span className={ui.hidden}>{children}</span>
);

/** Text that never wraps inside a range or a length: '1-3' and '7-day' stay whole. */
export const Unbroken = ({ text }: { readonly text: string }) =>
  text.split(/(\d+-\w+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={ui.unbroken}>
        {part}
      </span>
    ),
  );
