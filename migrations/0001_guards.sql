-- Written by hand: the roles, what each may do, row-level security, and the triggers that keep history append-only.

-- Roles belong to the whole server, so another database may have made them already, even at this moment.
DO $$
DECLARE
	wanted text;
BEGIN
	FOREACH wanted IN ARRAY ARRAY['tapwright_app', 'tapwright_retention'] LOOP
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
			BEGIN
				EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
			EXCEPTION WHEN duplicate_object OR unique_violation THEN
				NULL;
			END;
		END IF;
	END LOOP;
END
$$;
--> statement-breakpoint
-- Decision, verdict, approval and outcome in one row. With the reader's own rights: else the view would see past row-level security.
CREATE VIEW planner_decision_view WITH (security_invoker = true) AS
SELECT
	log.tenant, log.decision_id, log.episode_id, log.position, log.task_id, log.seq, log.step, log.at, log.page, log.observation_hash,
	log.model, log.provider, log.prompt_version, log.request_sha256, log.tools_hash, log.rationale, log.thinking, log.thinking_omitted,
	log.tool_name, log.args, log.purpose, log.expected_outcome, log.stop_reason, log.usage, log.cost_usd, log.latency_ms,
	log.provider_request_id, log.shadow, log.previous_hash, log.hash,
	verdict.verdict, verdict.rule AS verdict_rule, verdict.effect_class,
	approval.approver, approval.granted,
	outcome.success, outcome.effect, outcome.note, outcome.judged_by
FROM planner_decision_log log
LEFT JOIN planner_decision_verdict verdict USING (tenant, decision_id)
LEFT JOIN planner_decision_approval approval USING (tenant, decision_id)
LEFT JOIN planner_decision_outcome outcome USING (tenant, decision_id);
--> statement-breakpoint
GRANT SELECT, INSERT ON event, planner_decision_log, planner_decision_verdict, planner_decision_approval, planner_decision_outcome,
	artifact, episode_stop, api_key TO tapwright_app;
--> statement-breakpoint
GRANT SELECT ON planner_decision_view TO tapwright_app;
--> statement-breakpoint
GRANT UPDATE (revoked_at) ON api_key TO tapwright_app;
--> statement-breakpoint
GRANT SELECT, UPDATE (thinking, thinking_salt) ON planner_decision_log TO tapwright_retention;
--> statement-breakpoint
-- Also the owner sees only the tenant that its transaction names.
DO $$
DECLARE
	name text;
BEGIN
	FOREACH name IN ARRAY ARRAY['event', 'planner_decision_log', 'planner_decision_verdict', 'planner_decision_approval',
		'planner_decision_outcome', 'artifact', 'episode_stop', 'api_key'] LOOP
		EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
		EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
		EXECUTE format('CREATE POLICY one_tenant ON %I USING (tenant = current_setting(''tapwright.tenant'', true))
			WITH CHECK (tenant = current_setting(''tapwright.tenant'', true))', name);
	END LOOP;
END
$$;
--> statement-breakpoint
-- A second wall behind the privileges, for the owner and for whoever is granted too much by mistake.
CREATE FUNCTION tapwright_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
DO $$
DECLARE
	name text;
BEGIN
	FOREACH name IN ARRAY ARRAY['event', 'planner_decision_verdict', 'planner_decision_approval', 'planner_decision_outcome', 'artifact',
		'episode_stop'] LOOP
		EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
			FOR EACH STATEMENT EXECUTE FUNCTION tapwright_refuse_change()', name);
	END LOOP;
END
$$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON planner_decision_log FOR EACH STATEMENT EXECUTE FUNCTION tapwright_refuse_change();
--> statement-breakpoint
-- The one change there is: retention empties a thinking, once, and its salt with it. Its digest stays, and so does the chain.
CREATE FUNCTION tapwright_only_retention() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_user = 'tapwright_retention' AND OLD.thinking IS NOT NULL AND NEW.thinking IS NULL AND NEW.thinking_salt IS NULL
		AND to_jsonb(NEW) - 'thinking' - 'thinking_salt' = to_jsonb(OLD) - 'thinking' - 'thinking_salt' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER only_retention BEFORE UPDATE ON planner_decision_log FOR EACH ROW EXECUTE FUNCTION tapwright_only_retention();
