import { ConfigProvider, Effect, Layer } from "effect"
import { AppConfig, settings } from "./AppConfig.ts"
import { ActorRegistry } from "./runtime/ActorRegistry.ts"
import { DataFolder } from "./runtime/DataFolder.ts"
import { environment } from "./runtime/environment.ts"
import { Health } from "./runtime/Health.ts"
import { runProcess } from "./runtime/runProcess.ts"
import * as Telemetry from "./runtime/Telemetry.ts"
import { Database } from "./sql/Database.ts"

// The wiring diagram: every layer is named once, and provided once. Layers are built from the bottom up and closed in
// the reverse order, so what stands lower outlives what stands on it.

const Settings = AppConfig.layer.pipe(Layer.provide(ConfigProvider.layer(environment(Object.values(settings)))))

const Logs = Layer.unwrap(
  AppConfig.useSync(({ logFormat, logLevel, otlpEndpoint }) =>
    Telemetry.layer({ level: logLevel, format: logFormat, otlpEndpoint })
  )
)

const Data = Layer.unwrap(AppConfig.useSync(({ dataDir }) => DataFolder.layer(dataDir)))

const Postgres = Layer.unwrap(
  Effect.gen(function* () {
    const { databasePool, databaseUrl } = yield* AppConfig
    return Database.layer({ databaseUrl, dataDir: yield* DataFolder, poolSize: databasePool })
  })
)

const Checks = Layer.effectDiscard(
  Effect.gen(function* () {
    const { reads } = yield* Database
    yield* (yield* Health).register("database", reads`SELECT 1`)
  })
)

const App = Checks.pipe(
  Layer.provideMerge(Postgres),
  Layer.provideMerge(Layer.mergeAll(Data, Health.layer, ActorRegistry.layer)),
  Layer.provideMerge(Logs),
  Layer.provideMerge(Settings)
)

export const run = () => runProcess(Layer.launch(App))
