import { Context, Effect, Layer, Scope } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Access, ChannelAccess, OpenAccess } from "../api/Access.ts"

/** The services that a group is built with: the checks in front of its handlers, and what those use to build. */
type Services = Context.Context<Access | ChannelAccess | OpenAccess | Scope.Scope>

/**
 * Implements a group of an API like `HttpApiBuilder.group`, which gives every request the context in which the group was
 * built; here, that context is small.
 */
export const handlersOf = ((api: never, name: never, build: (handlers: never) => unknown) =>
  Layer.effectContext(
    Effect.contextWith((services: Services) => {
      const inServices = (handlers: never) => {
        const made = build(handlers)
        return Effect.isEffect(made) ? Effect.provideContext(made, services) : made
      }
      // Each request adds these to its own context, which has everything else that it needs.
      const checks = Context.pick(Access, ChannelAccess, OpenAccess, Scope.Scope)(services)
      return Effect.updateContext(
        Layer.build(HttpApiBuilder.group(api, name, inServices as never) as unknown as Layer.Layer<never>),
        () => checks
      )
    })
  )) as unknown as typeof HttpApiBuilder.group
