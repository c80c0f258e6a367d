import { i18n } from '../../i18n/index.ts';
import { Notice } from '../../ui/notice.tsx';

/** Says why the submit button is disabled in a build without a mailbox. */
export const NoMailbox = ({ id }: { readonly id: string }) => (
  <div id={id}>
    <Notice tone="careful" title={i18n.t('Sending isn’t set up here yet')}>
      {i18n.t(
        'This copy of Likeness has no support mailbox, so nothing can be sent. What you write stays in this tab.',
      )}
    </Notice>
  </div>
);
