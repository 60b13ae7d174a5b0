import { ConfigProvider, Effect, Layer, Option } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { AppConfig, settings } from "../AppConfig.ts"
import { EncryptionKey } from "../accounts/EncryptionKey.ts"
import { SignUp } from "../accounts/SignUp.ts"
import * as BlobStoreLayer from "../blobs/BlobStoreLayer.ts"
import * as ClamdScanner from "../blobs/ClamdScanner.ts"
import * as SignedFileLinks from "../http/files/SignedFileLinks.ts"
import { DataFolder } from "../runtime/DataFolder.ts"
import { DnsResolver } from "../runtime/DnsResolver.ts"
import { environment } from "../runtime/environment.ts"
import * as Telemetry from "../runtime/Telemetry.ts"
import { Database } from "../sql/Database.ts"
import * as SqlUnclaimedBlobs from "../sql/files/SqlUnclaimedBlobs.ts"
import { MailMarks } from "../tickets/outbound/MailMarks.ts"
import { Addresses } from "./Addresses.ts"

// What everything else depends on: settings, logs, the data folder, the database, keys, DNS and blobs.

export const Settings = AppConfig.layer.pipe(Layer.provide(ConfigProvider.layer(environment(Object.values(settings)))))

export const Logs = Layer.unwrap(
  AppConfig.useSync(({ logFormat, logLevel, otlpEndpoint }) =>
    Telemetry.layer({ version: packageJson.version, level: logLevel, format: logFormat, otlpEndpoint })
  )
)

export const Data = Layer.unwrap(AppConfig.useSync(({ dataDir }) => DataFolder.layer(dataDir)))

export const Postgres = Layer.unwrap(
  Effect.gen(function* () {
    const { databasePool, databaseUrl } = yield* AppConfig
    return Database.layer({ databaseUrl, dataDir: yield* DataFolder, poolSize: databasePool })
  })
)

export const Key = Layer.unwrap(
  Effect.gen(function* () {
    const { databaseUrl, encryptionKey } = yield* AppConfig
    return EncryptionKey.layer({
      configured: encryptionKey,
      dataDir: yield* DataFolder,
      externalDatabase: Option.isSome(databaseUrl)
    })
  })
)

/** Marks by which our own mail is recognised when it comes back. */
export const Marks = Layer.unwrap(EncryptionKey.useSync(MailMarks.layer))

/** DNS lookups, for checking mail. */
export const Dns = Layer.unwrap(AppConfig.useSync(({ dnsServers }) => DnsResolver.layer(dnsServers)))

export const Blobs = Layer.unwrap(
  Effect.gen(function* () {
    const { awsAccessKeyId, awsSecretAccessKey, blobsUrl } = yield* AppConfig
    return BlobStoreLayer.layer({
      location: blobsUrl,
      accessKeyId: awsAccessKeyId,
      secretAccessKey: awsSecretAccessKey,
      dataDir: yield* DataFolder
    })
  })
).pipe(Layer.provide(SqlUnclaimedBlobs.layer), Layer.provide(Postgres))

export const SigningUp = Layer.unwrap(AppConfig.useSync(({ signUp }) => Layer.succeed(SignUp, signUp)))

/** Addresses of files, on this server or in the object store. */
export const Links = Layer.unwrap(Addresses.useSync(({ publicUrl }) => SignedFileLinks.layer({ publicUrl })))

/** Detects malware in files. */
export const Scanner = Layer.unwrap(AppConfig.useSync(({ malwareScanner }) => ClamdScanner.layer(malwareScanner)))
