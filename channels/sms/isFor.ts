import type { SmsConnection } from "../../src/domain/ChannelConnection.ts"
import type { IncomingText } from "./twilioMessages.ts"

/** Whether a text is to this number, or to another of its messaging service, where that sends to its address. */
export const isFor = (
  { name, settings: { messagingServiceSid } }: SmsConnection,
  { serviceSid, to }: Pick<IncomingText, "serviceSid" | "to">
): boolean => to === name || (messagingServiceSid !== undefined && serviceSid === messagingServiceSid)
