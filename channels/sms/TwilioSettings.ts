import { Context, type Duration } from "effect"

/** Where Twilio is, and where it finds us. */
export class TwilioSettings extends Context.Service<
  TwilioSettings,
  {
    /** Origin of Twilio's API. */
    readonly apiUrl: string
    /** This server as Twilio calls it: what it signs begins with this, whatever a request's headers say. */
    readonly publicUrl: string
    /** How long to wait for word of a message of which it is not known whether Twilio took it. */
    readonly doubt: Duration.Duration
  }
>()("trunkline/sms/TwilioSettings") {}
