import { useQuery } from "@tanstack/react-query"
import { client } from "../../../app/client.ts"
import { interval, look } from "./look.ts"

/** The server's actors, polled. */
export const useActors = () =>
  useQuery({ queryKey: ["actors"], queryFn: () => client.system.actors(look), refetchInterval: interval })
