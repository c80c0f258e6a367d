import {
  createContext,
  createElement,
  useContext,
  type AnchorHTMLAttributes,
  type ComponentType,
} from 'react';

export interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the app, e.g. '/pricing'. */
  readonly to: string;
}

const PlainAnchor = ({ to, ...rest }: AnchorProps) => <a href={to} {...rest} />;

const AnchorContext = createContext<ComponentType<AnchorProps>>(PlainAnchor);

/** The shell hands in the router's link here, so that plain components needn't know a router. */
export const AnchorProvider = AnchorContext.Provider;

/** A link to a place in the app. */
export function Anchor(props: AnchorProps) {
  return createElement(useContext(AnchorContext), props);
}
