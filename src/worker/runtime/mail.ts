/** A plain mail. */
export interface MailText {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The way out for mail. */
export interface Mail {
  /** True when it was handed over; false when this installation sends no mail. Throws when it could not be handed over now. */
  send(mail: MailText): Promise<boolean>;
}

/** Mail over the platform's binding. Without the binding, or without an address to send from, there is nowhere to send. */
export function openMail(binding: SendEmail | undefined, from: string): Mail {
  return {
    send: async ({ to, subject, text }) => {
      if (binding === undefined || from === '') return false;
      await binding.send({ from: { name: 'Shelfbridge', email: from }, to, subject, text });
      return true;
    },
  };
}
