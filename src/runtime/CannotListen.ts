import { Effect, Predicate, Schema } from "effect"

/** A listener's address is in use, not of this machine, or not permitted. Names the settings that choose it. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  hostSetting: Schema.String,
  host: Schema.String,
  portSetting: Schema.String,
  port: Schema.Int,
  code: Schema.String
}) {
  override get message() {
    const { host, hostSetting, port, portSetting } = this
    switch (this.code) {
      case "EADDRINUSE":
        return `Port ${port} on ${host} is already in use: stop the program that uses it, or set ${portSetting} to another port.`
      case "EACCES":
        return `This user may not listen on port ${port}: set ${portSetting} to a port above 1023.`
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
        return `${host} is not an address of this machine: set ${hostSetting} to one that is, or to 0.0.0.0 for all.`
      default:
        return `Listening on ${host} port ${port} failed (${this.code}): check ${hostSetting} and ${portSetting}.`
    }
  }
}

/** Turns a listener's start error into `CannotListen` if it is, or has as its cause, a system error. */
export const namingSettings =
  (listener: Pick<CannotListen, "hostSetting" | "host" | "portSetting" | "port">) =>
  <A, E, R>(start: Effect.Effect<A, E, R>): Effect.Effect<A, E | CannotListen, R> =>
    Effect.mapError(start, (error) => {
      const code = systemCode(error)
      return code === undefined ? error : new CannotListen({ ...listener, code })
    })

const systemCode = (error: unknown): string | undefined => {
  if (Predicate.hasProperty(error, "code") && Predicate.hasProperty(error, "syscall")) return String(error.code)
  return Predicate.hasProperty(error, "cause") ? systemCode(error.cause) : undefined
}
