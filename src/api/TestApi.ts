import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AttachmentInUse,
  ChannelNotReady,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidCursor,
  InvalidInput,
  LimitReached,
  NotFound
} from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { OutboundMessage } from "./MessagePayloads.ts"
import { choices, idsParameter, paging, textParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { idLike, pageOf } from "./Shapes.ts"
import {
  CapturedMessage,
  capturedKinds,
  SimulatedChat,
  SimulatedMail,
  SimulatedReceipt,
  SimulatedResult,
  SimulatedText
} from "./TestPayloads.ts"

const write = [InvalidInput, IdempotencyKeyReused, IdempotencyInProgress, DatabaseUnavailable]

export class TestApi extends HttpApiGroup.make("test")
  .add(
    HttpApiEndpoint.post("inboundEmail", "/inbound/email", {
      payload: SimulatedMail,
      success: SimulatedResult.pipe(HttpApiSchema.status(201)),
      error: [...write, ChannelNotReady]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Receive a mail",
        description:
          "Takes a mail as if it had come by SMTP: the same code reads it, finds its conversation and stores it, before " +
          "this answers. Send the whole message as `raw`, or its parts. The request body has at most 2 MiB."
      })
    ),
    HttpApiEndpoint.post("inboundChat", "/inbound/chat", {
      payload: SimulatedChat,
      success: SimulatedResult.pipe(HttpApiSchema.status(201)),
      error: [...write, ChannelNotReady]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Receive a chat message",
        description:
          "Takes a message as if somebody had written it in Slack, before this answers. A brand without a workspace gets one " +
          "that exists here alone, with the channel `C0SIMULATED`, in which every message opens a ticket. " +
          "409 `channel_not_ready`: its workspace is turned off."
      })
    ),
    HttpApiEndpoint.post("inboundSms", "/inbound/sms", {
      payload: SimulatedText,
      success: SimulatedResult.pipe(HttpApiSchema.status(201)),
      error: [...write, ChannelNotReady, AttachmentInUse, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Receive a text message",
        description:
          "Takes a text message as if it had come by Twilio to a number of the brand, before this answers. 409 `channel_not_ready`: the brand has no number that is enabled."
      })
    ),
    HttpApiEndpoint.post("receipt", "/receipts", {
      payload: SimulatedReceipt,
      success: OutboundMessage,
      error: write
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Say what became of a message",
        description:
          "What a mail system or a provider would report of a message in the outbox, with the events that follow. " +
          "A bounce is permanent. Without an `error`, or with one that says that there is no such mailbox (`550 5.1.1 unknown user`), " +
          "the customer gets no mail for 60 days. A report never moves the state backwards."
      })
    ),
    HttpApiEndpoint.get("listOutbox", "/outbox", {
      query: {
        brandId: idsParameter("Brand ids.", "brand"),
        channel: choices("What it would have gone out by.", ["email", "chat", "sms"]),
        to: textParameter("Exactly this recipient, in any case.", 254),
        ticketId: idsParameter("Ticket ids.", "ticket"),
        kind: choices("Why it would have gone out.", capturedKinds),
        ...paging
      },
      success: pageOf(CapturedMessage),
      error: [InvalidInput, InvalidCursor, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List what would have gone out",
        description: "Newest first, 25 to a page (at most 100). Kept for 7 days, and at most the newest 10,000."
      })
    ),
    HttpApiEndpoint.get("getOutbox", "/outbox/:messageId", {
      params: { messageId: idLike("msg") },
      success: CapturedMessage,
      error: [NotFound, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a message that would have gone out",
        description: "Whole: texts, headers and addresses, as the channel would have sent it."
      })
    ),
    HttpApiEndpoint.delete("clearOutbox", "/outbox", {
      query: { brandId: idsParameter("Only these brands.", "brand") },
      success: Schema.Struct({ deleted: Schema.Int }),
      error: write
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Empty the outbox",
        description:
          "Of the brands named, or of all that the key reaches; `deleted` is the number of messages. The messages of tickets stay as they are."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.testMode)
  .prefix("/v1/test")
  .annotateMerge(
    OpenApi.annotations({
      title: "test",
      description:
        "For keys of test mode, and sessions with `Trunkline-Mode: test`. There nothing leaves towards customers: what would be sent is kept here instead."
    })
  ) {}
