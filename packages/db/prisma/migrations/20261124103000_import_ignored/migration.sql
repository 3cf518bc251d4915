-- What an archive, a workbook or a folder holds besides the files of an import; null of runs before. A column cannot be
-- added with a default while a function takes a row of its table.
ALTER TABLE "reporting"."import_run" ADD COLUMN "ignored" TEXT[];
ALTER TABLE "reporting"."import_run" ALTER COLUMN "ignored" SET DEFAULT ARRAY[]::TEXT[];
