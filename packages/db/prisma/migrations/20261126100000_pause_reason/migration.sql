-- Why a schedule is paused: its owner or an operator paused it, or the owner left or lost report access. Null while it
-- runs, and of what was paused before.
alter table reporting.report_schedule add column pause_reason text;
