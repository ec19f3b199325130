# Completion of otters for fish. Load it with: otters completion fish | source
function __otters_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    for line in (command $program __complete $words "$current" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            printf '%s\n' $line
        end
    end
end
complete -c otters -f -a '(__otters_complete)'
