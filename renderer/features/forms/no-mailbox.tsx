import { Notice } from '../../ui/notice.tsx';

/** Says why the submit button is disabled in a build without a mailbox. */
export const NoMailbox = ({ id }: { readonly id: string }) => (
  <div id={id}>
    <Notice tone="careful" title="Sending isn’t set up here yet">
      This copy of Likeness has no support mailbox, so nothing can be sent. What you write stays in
      this tab.
    </Notice>
  </div>
);
