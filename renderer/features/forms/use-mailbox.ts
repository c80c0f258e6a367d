import { mailLink, type Mail, type MailLink } from '../../core/mail.ts';
import { usePorts } from '../../state/ports.ts';

export interface Mailbox {
  readonly address: string;
  /** Opens the mail program with the message. @throws LikenessError 'link-refused' */
  readonly hand: (mail: Omit<Mail, 'to'>) => Promise<MailLink>;
}

/** The support mailbox, if the build has one. */
export function useMailbox(): Mailbox | undefined {
  const { config, links } = usePorts();
  const address = config.supportEmail;
  if (address === undefined) return undefined;
  return {
    address,
    async hand(mail) {
      const link = mailLink({ to: address, ...mail });
      await links.open(link.href);
      return link;
    },
  };
}
