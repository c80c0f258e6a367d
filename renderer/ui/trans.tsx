import { TransNoContext } from '@lingui/react/server';
import type { ReactElement, ReactNode } from 'react';

import { i18n } from '../i18n/index.ts';

/**
 * A translated message with elements in it: 'Read <link>the terms</link>' with
 * `components={{ link: <TextLink to="/terms" /> }}`.
 */
export const Trans = (props: {
  readonly id: string;
  readonly values?: Record<string, ReactNode>;
  readonly components?: Record<string, ReactElement>;
}) => <TransNoContext {...props} lingui={{ i18n }} />;
