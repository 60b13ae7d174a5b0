import { Context, Effect, Layer, Scope } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Access, ChannelAccess, OpenAccess } from "../api/Access.ts"

/** What a group is built in: the checks in front of its handlers, and whatever those take while they are made. */
type Services = Context.Context<Access | ChannelAccess | OpenAccess | Scope.Scope>

/**
 * Answers a group of an API as `HttpApiBuilder.group` does, which gives every request the context that the group is built in:
 * here that is a small one.
 */
export const handlersOf = ((api: never, name: never, build: (handlers: never) => unknown) =>
  Layer.effectContext(
    Effect.contextWith((services: Services) => {
      const inServices = (handlers: never) => {
        const made = build(handlers)
        return Effect.isEffect(made) ? Effect.provideContext(made, services) : made
      }
      // Each request copies these into its own, which has whatever else runs it.
      const checks = Context.pick(Access, ChannelAccess, OpenAccess, Scope.Scope)(services)
      return Effect.updateContext(
        Layer.build(HttpApiBuilder.group(api, name, inServices as never) as unknown as Layer.Layer<never>),
        () => checks
      )
    })
  )) as unknown as typeof HttpApiBuilder.group
