/** A plain text mail. */
export interface MailText {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail. */
export interface Mail {
  /** Returns true when the mail was accepted for sending; false when this installation sends no mail. Throws when it cannot be sent now. */
  send(mail: MailText): Promise<boolean>;
}

/** Creates the mail service over Cloudflare's binding. Without the binding or a sender address it sends nothing. */
export function openMail(binding: SendEmail | undefined, from: string): Mail {
  return {
    send: async ({ to, subject, text }) => {
      if (binding === undefined || from === '') return false;
      await binding.send({ from: { name: 'Shelfbridge', email: from }, to, subject, text });
      return true;
    },
  };
}
