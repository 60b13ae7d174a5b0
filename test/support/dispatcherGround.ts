import { Clock, Duration, Layer, Redacted } from "effect"
import { EncryptionKey } from "../../src/accounts/EncryptionKey.ts"
import { Vault } from "../../src/accounts/Vault.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import * as SqlDeliveryQueue from "../../src/sql/webhooks/SqlDeliveryQueue.ts"
import * as SqlDeliveryUpkeep from "../../src/sql/webhooks/SqlDeliveryUpkeep.ts"
import * as SqlNodeSession from "../../src/sql/webhooks/SqlNodeSession.ts"
import { Egress } from "../../src/webhooks/Egress.ts"
import { SafeHttpClient } from "../../src/webhooks/SafeHttpClient.ts"

/** Ids contain the time, and rows as old as the test clock would be cleared away. */
const RealClock = Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())

const Keys = Layer.mergeAll(
  IdGenerator.layer.pipe(Layer.provide(RealClock)),
  Vault.layer,
  Egress.layer(["127.0.0.0/8"])
).pipe(Layer.provide(Layer.succeed(EncryptionKey, Redacted.make([new Uint8Array(32).fill(7)]))))

/** What a dispatcher needs besides the database: every node of a test reads the same secrets. */
export const dispatcherGround = Layer.mergeAll(
  SqlDeliveryQueue.layer,
  SqlNodeSession.layer,
  SqlDeliveryUpkeep.layer({ publicUrl: "https://desk.example", mailDomain: "desk.example" }),
  SafeHttpClient.layer(Duration.seconds(2)),
  ActorRegistry.layer
).pipe(Layer.provideMerge(Keys))
