import { useQuery } from "@tanstack/react-query"
import { client } from "../../../app/client.ts"
import { Loaded } from "../../../forms/Loaded.tsx"
import { Card } from "../../../ui/Card.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { EmptyState } from "../../../ui/EmptyState.tsx"
import { Page } from "../../../ui/Page.tsx"
import { ActorTable } from "./ActorTable.tsx"
import { Figure, Figures } from "./Figures.tsx"
import { InstallationOverview } from "./InstallationOverview.tsx"
import { interval, look, pause } from "./look.ts"
import { readReadiness } from "./readReadiness.ts"
import { useActors } from "./useActors.ts"
import { useStatus } from "./useStatus.ts"

export default function SystemPage() {
  const health = useQuery({
    queryKey: ["health"],
    queryFn: () => client.system.health(look),
    refetchInterval: pause
  })
  const ready = useQuery({ queryKey: ["ready"], queryFn: readReadiness, refetchInterval: interval })
  const installation = useStatus()
  const actors = useActors()
  return (
    <Page
      title="System"
      lead="The state of the server, refreshed every few seconds."
      actions={
        <CopyAsCurl
          call={{ method: "GET", path: installation.data === null ? "/v1/system/actors" : "/v1/system/status" }}
        />
      }
    >
      <Card title="Server">
        <Loaded query={ready}>
          {({ checks, status }) => (
            <Figures>
              <Figure name="Version" value={health.data?.version ?? (health.isLoadingError ? "unknown" : "…")} />
              <Figure name="Status" value={status} tone={toneOf(status)} />
              {Object.entries(checks).map(([name, word]) => (
                <Figure key={name} name={name} value={word} tone={toneOf(word)} />
              ))}
            </Figures>
          )}
        </Loaded>
      </Card>
      <Loaded query={installation}>
        {(status) => (status === null ? undefined : <InstallationOverview status={status} />)}
      </Loaded>
      <Loaded query={actors}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No connections yet">
              Your brands' connections appear here. Only the operator sees the parts that serve all accounts, on the
              server itself.
            </EmptyState>
          ) : (
            <section aria-label="Actors on this node" className="flex flex-col gap-2">
              <h2 className="text-base font-semibold">Actors on this node</h2>
              <ActorTable actors={list} />
            </section>
          )
        }
      </Loaded>
    </Page>
  )
}

const toneOf = (word: "ok" | "failing") => (word === "ok" ? "good" : "bad")
