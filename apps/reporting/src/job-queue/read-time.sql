select now() as now
