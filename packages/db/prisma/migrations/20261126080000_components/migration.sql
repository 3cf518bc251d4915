-- Adopted: handed out elsewhere. Withdrawn and Released: a version of the history is taken back, and is given again.
alter type versioning.component add value 'Adopted';
alter type versioning.component add value 'Withdrawn';
alter type versioning.component add value 'Released';
