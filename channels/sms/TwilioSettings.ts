import { Context, type Duration } from "effect"

/** Twilio's address, and ours as Twilio knows it. */
export class TwilioSettings extends Context.Service<
  TwilioSettings,
  {
    /** The origin of Twilio's API. */
    readonly apiUrl: string
    /** This server's public URL. What Twilio signs begins with it, whatever a request's headers say. */
    readonly publicUrl: string
    /** How long to wait for a status while it is unknown whether Twilio has accepted a message. */
    readonly doubt: Duration.Duration
  }
>()("trunkline/sms/TwilioSettings") {}
