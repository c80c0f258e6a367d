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
  /** Router state for the target page; it isn't part of the address. */
  readonly state?: unknown;
}

const PlainAnchor = ({ to, state: _state, ...rest }: AnchorProps) => <a href={to} {...rest} />;

const AnchorContext = createContext<ComponentType<AnchorProps>>(PlainAnchor);

/** The shell provides the router's link here, so that these components need no router. */
export const AnchorProvider = AnchorContext.Provider;

/** A link within the app. */
export function Anchor(props: AnchorProps) {
  return createElement(useContext(AnchorContext), props);
}
