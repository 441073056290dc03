CREATE TABLE "api_key" (
	"tenant" text NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" double precision NOT NULL,
	"expires_at" double precision,
	"revoked_at" double precision,
	CONSTRAINT "api_key_tenant_hash_pk" PRIMARY KEY("tenant","hash")
);
--> statement-breakpoint
CREATE TABLE "artifact" (
	"tenant" text NOT NULL,
	"sha256" text NOT NULL,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"at" double precision NOT NULL,
	CONSTRAINT "artifact_tenant_sha256_pk" PRIMARY KEY("tenant","sha256")
);
--> statement-breakpoint
CREATE TABLE "planner_decision_approval" (
	"tenant" text NOT NULL,
	"decision_id" text NOT NULL,
	"episode_id" uuid NOT NULL,
	"at" double precision NOT NULL,
	"granted" boolean NOT NULL,
	"approver" text NOT NULL,
	"note" text,
	CONSTRAINT "planner_decision_approval_tenant_decision_id_pk" PRIMARY KEY("tenant","decision_id")
);
--> statement-breakpoint
CREATE TABLE "planner_decision_log" (
	"tenant" text NOT NULL,
	"decision_id" text NOT NULL,
	"episode_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"task_id" text NOT NULL,
	"seq" integer NOT NULL,
	"step" integer NOT NULL,
	"at" double precision NOT NULL,
	"page" text NOT NULL,
	"observation_hash" text,
	"model" text NOT NULL,
	"provider" text NOT NULL,
	"prompt_version" text NOT NULL,
	"request_sha256" text,
	"tools_hash" text,
	"rationale" text,
	"thinking" text,
	"thinking_salt" text,
	"thinking_digest" text,
	"thinking_omitted" boolean NOT NULL,
	"tool_name" text NOT NULL,
	"args" jsonb NOT NULL,
	"purpose" text,
	"expected_outcome" text,
	"stop_reason" text NOT NULL,
	"usage" jsonb,
	"cost_usd" double precision,
	"latency_ms" double precision NOT NULL,
	"provider_request_id" text,
	"shadow" boolean NOT NULL,
	"previous_hash" text,
	"hash" text NOT NULL,
	CONSTRAINT "planner_decision_log_tenant_decision_id_pk" PRIMARY KEY("tenant","decision_id")
);
--> statement-breakpoint
CREATE TABLE "planner_decision_outcome" (
	"tenant" text NOT NULL,
	"decision_id" text NOT NULL,
	"episode_id" uuid NOT NULL,
	"at" double precision NOT NULL,
	"success" boolean NOT NULL,
	"effect" text NOT NULL,
	"note" text,
	"observed" text NOT NULL,
	"judged_by" text NOT NULL,
	"judge" text NOT NULL,
	CONSTRAINT "planner_decision_outcome_tenant_decision_id_pk" PRIMARY KEY("tenant","decision_id")
);
--> statement-breakpoint
CREATE TABLE "planner_decision_verdict" (
	"tenant" text NOT NULL,
	"decision_id" text NOT NULL,
	"episode_id" uuid NOT NULL,
	"at" double precision NOT NULL,
	"verdict" text NOT NULL,
	"rule" text NOT NULL,
	"effect_class" text NOT NULL,
	CONSTRAINT "planner_decision_verdict_tenant_decision_id_pk" PRIMARY KEY("tenant","decision_id")
);
--> statement-breakpoint
CREATE TABLE "episode_stop" (
	"tenant" text NOT NULL,
	"episode_id" uuid NOT NULL,
	"at" double precision NOT NULL,
	"requested_by" text NOT NULL,
	CONSTRAINT "episode_stop_tenant_episode_id_pk" PRIMARY KEY("tenant","episode_id")
);
--> statement-breakpoint
CREATE TABLE "event" (
	"tenant" text NOT NULL,
	"episode_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"at" double precision NOT NULL,
	"type" text NOT NULL,
	"body" jsonb NOT NULL,
	"previous_hash" text,
	"hash" text NOT NULL,
	CONSTRAINT "event_tenant_episode_id_seq_pk" PRIMARY KEY("tenant","episode_id","seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "planner_decision_log_chain" ON "planner_decision_log" USING btree ("tenant","episode_id","position");--> statement-breakpoint
CREATE INDEX "event_episode_type" ON "event" USING btree ("tenant","episode_id","type");--> statement-breakpoint
CREATE INDEX "event_started" ON "event" USING btree ("tenant","at" DESC NULLS LAST) WHERE type = 'episode.started';