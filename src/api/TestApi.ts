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
        summary: "Simulate an incoming email",
        description:
          "Processes an email as if it had arrived by SMTP: the same code reads it, finds its conversation and stores it before " +
          "the response is sent. Send the whole message as `raw`, or its parts. The request body can have 2 MiB."
      })
    ),
    HttpApiEndpoint.post("inboundChat", "/inbound/chat", {
      payload: SimulatedChat,
      success: SimulatedResult.pipe(HttpApiSchema.status(201)),
      error: [...write, ChannelNotReady]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Simulate an incoming chat message",
        description:
          "Processes a message as if someone had written it in Slack, before the response is sent. A brand without a workspace gets one " +
          "that exists only here, with the channel `C0SIMULATED`, in which every message opens a ticket. " +
          "409 `channel_not_ready`: the brand's workspace is disabled."
      })
    ),
    HttpApiEndpoint.post("inboundSms", "/inbound/sms", {
      payload: SimulatedText,
      success: SimulatedResult.pipe(HttpApiSchema.status(201)),
      error: [...write, ChannelNotReady, AttachmentInUse, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Simulate an incoming text message",
        description:
          "Processes a text message as if it had arrived from Twilio at a number of the brand, before the response is sent. 409 `channel_not_ready`: the brand has no enabled number."
      })
    ),
    HttpApiEndpoint.post("receipt", "/receipts", {
      payload: SimulatedReceipt,
      success: OutboundMessage,
      error: write
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Simulate a delivery status",
        description:
          "What a mail system or provider would report about a message in the outbox, including the resulting events. " +
          "A bounce is permanent. Without `error`, or with one that says the mailbox does not exist (`550 5.1.1 unknown user`), " +
          "the customer gets no email for 60 days. A report never moves the status backwards."
      })
    ),
    HttpApiEndpoint.get("listOutbox", "/outbox", {
      query: {
        brandId: idsParameter("Brand ids.", "brand"),
        channel: choices("The channel it would have been sent on.", ["email", "chat", "sms"]),
        to: textParameter("Exactly this recipient, ignoring case.", 254),
        ticketId: idsParameter("Ticket ids.", "ticket"),
        kind: choices("Why it would have been sent.", capturedKinds),
        ...paging
      },
      success: pageOf(CapturedMessage),
      error: [InvalidInput, InvalidCursor, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List captured messages",
        description:
          "Newest first, 25 per page, 100 at most. Messages are stored for 7 days, and at most the newest 10,000."
      })
    ),
    HttpApiEndpoint.get("getOutbox", "/outbox/:messageId", {
      params: { messageId: idLike("msg") },
      success: CapturedMessage,
      error: [NotFound, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a captured message",
        description: "Complete, with texts, headers and addresses, as the channel would have sent it."
      })
    ),
    HttpApiEndpoint.delete("clearOutbox", "/outbox", {
      query: { brandId: idsParameter("Only these brands.", "brand") },
      success: Schema.Struct({ deleted: Schema.Int }),
      error: write
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Empty the test outbox",
        description:
          "Deletes the messages of the brands named, or of all brands that the key can access. `deleted` is the number of messages. The tickets' messages are not changed."
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
        "For test mode keys, and sessions with `Trunkline-Mode: test`. In test mode nothing is sent to customers; messages are captured here instead."
    })
  ) {}
