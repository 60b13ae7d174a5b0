import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Duration, Effect, Layer } from "effect"
import * as CustomChannel from "../channels/custom/CustomChannel.ts"
import { AppConfig } from "./AppConfig.ts"
import * as RequestJournal from "./accounts/RequestJournal.ts"
import { Vault } from "./accounts/Vault.ts"
import { Beginning } from "./Beginning.ts"
import { IdGenerator } from "./domain/IdGenerator.ts"
import * as EventNews from "./events/EventNews.ts"
import * as ReadyChecks from "./ReadyChecks.ts"
import { ActorRegistry } from "./runtime/ActorRegistry.ts"
import { giveBackMemory, giveBackWhileIdle } from "./runtime/giveBackMemory.ts"
import { Health } from "./runtime/Health.ts"
import { grantToStop, runProcess } from "./runtime/runProcess.ts"
import * as StrayRejections from "./runtime/StrayRejections.ts"
import * as AddressActivity from "./tickets/addresses/AddressActivity.ts"
import { ProviderCallbacks } from "./tickets/connections/ProviderCallbacks.ts"
import * as MailNews from "./tickets/outbound/MailNews.ts"
import { announce, render } from "./Welcome.ts"
import { Addresses } from "./wiring/Addresses.ts"
import { Dispatch, Domains, Janitor, Notices, Outgoing, Overview, Sweeper } from "./wiring/BackgroundLayers.ts"
import {
  Certificate,
  Chat,
  CustomPosting,
  Inbound,
  Mail,
  Mailer,
  Messages,
  Sms,
  Testing
} from "./wiring/ChannelLayers.ts"
import {
  Blobs,
  Data,
  Dns,
  Key,
  Links,
  Logs,
  Marks,
  Postgres,
  Scanner,
  Settings,
  SigningUp
} from "./wiring/Foundations.ts"
import { Http } from "./wiring/HttpLayer.ts"
import { Services } from "./wiring/ServiceLayers.ts"
import { Stores } from "./wiring/StoreLayers.ts"

// The wiring diagram. src/wiring has the parts of each area; here, every layer is provided once. Layers are built from the
// bottom up and closed in the reverse order, so each outlives what depends on it.

const Checks = Layer.unwrap(AppConfig.useSync(({ smtpPort }) => ReadyChecks.layer({ mail: smtpPort !== 0 })))

/** The first step of stopping: load balancers switch away while this node still serves, and finishes what is in flight. */
const Drain = Layer.effectDiscard(
  Effect.gen(function* () {
    const { stopDelay } = yield* AppConfig
    const { drain } = yield* Health
    grantToStop(Duration.toMillis(stopDelay))
    yield* Effect.addFinalizer(() => Effect.andThen(drain, Effect.sleep(stopDelay)))
  })
)

/** After everything listens, shows what a person needs to begin. */
const Begin = Layer.effectDiscard(
  Effect.gen(function* () {
    const { logFormat } = yield* AppConfig
    const welcome = yield* (yield* Beginning).welcome
    yield* giveBackMemory
    yield* Effect.forkScoped(giveBackWhileIdle)
    // Collected logs have many readers, so they get no keys and no sign-in link.
    yield* logFormat === "json" ? announce(welcome) : Console.log(render(welcome))
  })
)

const App = Layer.mergeAll(Begin, Drain).pipe(
  Layer.provideMerge(Layer.mergeAll(Http, Mail, Mailer, CustomChannel.sender, Sweeper, Janitor, Domains, Notices)),
  Layer.provideMerge(Beginning.layer),
  Layer.provideMerge(Checks),
  Layer.provideMerge(Layer.mergeAll(Testing, Inbound, Chat, Sms, CustomPosting)),
  Layer.provideMerge(Layer.mergeAll(Messages, AddressActivity.layer, RequestJournal.layer)),
  Layer.provideMerge(Services),
  Layer.provideMerge(Layer.merge(Links, Scanner)),
  Layer.provide(SigningUp),
  Layer.provideMerge(Stores),
  Layer.provideMerge(Dispatch),
  Layer.provideMerge(Outgoing),
  Layer.provideMerge(Layer.mergeAll(Vault.layer, Marks, Dns, Overview)),
  Layer.provideMerge(Layer.mergeAll(Postgres, Key, Blobs, Addresses.layer, IdGenerator.layer)),
  Layer.provideMerge(Certificate),
  Layer.provideMerge(
    Layer.mergeAll(
      Data,
      EventNews.layer,
      MailNews.layer,
      ProviderCallbacks.layer,
      Health.layer,
      ActorRegistry.layer,
      StrayRejections.layer,
      NodeServices.layer
    )
  ),
  Layer.provideMerge(Logs),
  Layer.provideMerge(Settings)
)

export const run = () => runProcess(Layer.launch(App))
